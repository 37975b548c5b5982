/** `/departements/{code}`, in both languages: the prices of one department. @module */

import { HttpError, page, type PageProps } from "fresh";
import type { Ctx } from "../../lib/http/state.ts";
import { getDepartment } from "../../lib/shared/departments.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { DepartmentPage } from "../(_pages)/department_page.tsx";
import { pageHeaders, readForPage, toFrame } from "../(_pages)/frame.ts";
import { type DepartmentPageData, loadDepartment } from "../(_pages)/load_department.ts";
import { redirectTo } from "../(_pages)/redirect.ts";

export const config = { routeOverride: "{/en}?/departements/:code" };

export const handler = {
  async GET(ctx: Ctx & { params: Record<string, string> }) {
    const frame = toFrame(ctx);
    const department = getDepartment(ctx.params.code);
    if (!department) throw new HttpError(404);
    const path = toLocalPath(toDepartmentPath(department.code), frame.lang);
    if (ctx.url.pathname !== path) return redirectTo(path, ctx.url);
    const data = await readForPage(() => loadDepartment(ctx.state.service.deps, frame, department));
    return page(data, pageHeaders(ctx));
  },
};

export default function Department({ data, url }: PageProps<DepartmentPageData>) {
  return <DepartmentPage data={data} url={url} />;
}

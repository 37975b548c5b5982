/** `/departements/{code}`, in both languages: the prices of one department. @module */

import { HttpError, page } from "fresh";
import { PAGE_CACHING, redirectTo, toPageRequest } from "../../lib/http/page_request.ts";
import type { Ctx } from "../../lib/http/state.ts";
import { loadDepartment } from "../../lib/pages/departments/load.ts";
import { getDepartment } from "../../lib/shared/place/departments.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { toDepartmentPath } from "../../lib/shared/page/page_paths.ts";

export { DepartmentPage as default } from "../../components/departments/DepartmentsPage.tsx";

export const config = { routeOverride: "{/en}?/departements/:code" };

export const handler = {
  async GET(ctx: Ctx & { params: { code: string } }) {
    const request = toPageRequest(ctx);
    const department = getDepartment(ctx.params.code);
    if (!department) throw new HttpError(404);
    const path = toLocalPath(toDepartmentPath(department.code), request.lang);
    if (ctx.url.pathname !== path) return redirectTo(path, ctx.url);
    return page(await loadDepartment(ctx.state.service.deps, request, department), PAGE_CACHING);
  },
};

/** `/departements`, in both languages: the price of a fuel in each department. @module */

import { page, type PageProps } from "fresh";
import type { Ctx } from "../../lib/http/state.ts";
import { DepartmentsPage } from "../(_pages)/departments_page.tsx";
import { pageHeaders, readForPage, toFrame } from "../(_pages)/frame.ts";
import { type DepartmentsPageData, loadDepartments } from "../(_pages)/load_departments.ts";

export const config = { routeOverride: "{/en}?/departements" };

export const handler = {
  async GET(ctx: Ctx) {
    const data = await readForPage(() => loadDepartments(ctx.state.service.deps, toFrame(ctx)));
    return page(data, pageHeaders(ctx));
  },
};

export default function Departments({ data, url }: PageProps<DepartmentsPageData>) {
  return <DepartmentsPage data={data} url={url} />;
}

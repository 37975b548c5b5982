/** `/departements`, in both languages: the price of a fuel in each department. @module */

import { page, type PageProps } from "fresh";
import { DepartmentsPage } from "../../components/departments/DepartmentsPage.tsx";
import { PAGE_CACHING, toPageRequest } from "../../lib/http/page_request.ts";
import type { Ctx } from "../../lib/http/state.ts";
import { type DepartmentsPageData, loadDepartments } from "../../lib/pages/departments/load.ts";

export const config = { routeOverride: "{/en}?/departements{/}?" };

export const handler = {
  async GET(ctx: Ctx) {
    return page(await loadDepartments(ctx.state.service.deps, toPageRequest(ctx)), PAGE_CACHING);
  },
};

export default function Departments({ data, url }: PageProps<DepartmentsPageData>) {
  return <DepartmentsPage data={data} url={url} />;
}

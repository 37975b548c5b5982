/** `/departements`, in both languages: the price of a fuel in each department. @module */

import { pageRoute } from "../../lib/http/page_request.ts";
import { loadDepartments } from "../../lib/pages/departments/load.ts";

export { DepartmentsPage as default } from "../../components/departments/DepartmentsPage.tsx";

export const config = { routeOverride: "{/en}?/departements{/}?" };

export const handler = pageRoute(loadDepartments);

/** `/departements/{code}`, in both languages: the prices of one department. @module */

import { placeRoute } from "../../lib/http/page_request.ts";
import { loadDepartment } from "../../lib/pages/departments/load.ts";
import { toDepartmentPath } from "../../lib/site/paths.ts";
import { getDepartment } from "../../lib/places/departments.ts";

export { DepartmentPage as default } from "../../components/departments/DepartmentsPage.tsx";

export const config = { routeOverride: "{/en}?/departements/:name" };

export const handler = placeRoute({
  find: getDepartment,
  toPath: ({ code }) => toDepartmentPath(code),
  load: loadDepartment,
});

/** `/departements/{code}/image.png`, in both languages: a department's mean price as a picture for link previews. @module */

import { HttpError } from "fresh";
import { toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadDepartmentPicture } from "../../../lib/pages/picture/load.ts";
import { getDepartment } from "../../../lib/shared/place/departments.ts";

export const config = { routeOverride: "{/en}?/departements/:code/image.png" };

export const handler = {
  async GET(ctx: Ctx & { params: { code: string } }) {
    const department = getDepartment(ctx.params.code);
    if (!department) throw new HttpError(404);
    const { deps, pictures } = ctx.state.service;
    return await pictures.answer(ctx.req, await loadDepartmentPicture(deps, toPageRequest(ctx), department));
  },
};

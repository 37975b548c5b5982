import { equal, ok } from "../support/assert.ts";
import { dirname } from "node:path";
import { findImageFiles, listTrackedFiles } from "../house/image_files.ts";
import { assertEnds, withFixtureService } from "../support/service.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** A folder with exactly the files that the image gets, and the packages. */
async function makeImageFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ dir: "/tmp", prefix: "fuel-image-" });
  for (const path of await findImageFiles(await listTrackedFiles(ROOT))) {
    await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await Deno.copyFile(ROOT + path, `${folder}/${path}`);
  }
  // linked files: the same folder of packages, without its 159 MB again
  const { success } = await new Deno.Command("cp", { args: ["-al", `${ROOT}node_modules`, folder] })
    .output();
  if (!success) await Deno.symlink(`${ROOT}node_modules`, `${folder}/node_modules`);
  return folder;
}

Deno.test("the files of the image are enough to build, and serve with the permissions of their own task", async () => {
  const folder = await makeImageFolder();
  try {
    const build = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "build"],
      cwd: folder,
    }).output();
    ok(build.success, new TextDecoder().decode(build.stderr));
    await withFixtureService(
      { DATA_DIR: `${folder}/.data` },
      async ({ service, origin }) => {
        for (
          const path of [
            "/",
            "/donnees",
            "/docs/recipes",
            "/api/v1/places?q=paris",
            "/readyz",
            "/departements/75/image.png?fuel=gazole",
          ]
        ) {
          const response = await fetch(origin + path);
          equal(response.status, 200, `${path}: ${await response.text()}`);
        }
        equal(await assertEnds(service), "");
      },
      { task: "serve", cwd: folder },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

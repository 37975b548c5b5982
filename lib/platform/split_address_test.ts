import { deepEqual } from "../../tests/support/assert.ts";
import { splitAddress } from "./split_address.ts";

const ADDRESSES = [
  "http://127.0.0.1:8000/api/v1/stations/search?lat=48.85&lng=-2.3&fuel=gazole",
  "http://127.0.0.1:8000/",
  "http://127.0.0.1:8000//api//v1?",
  "http://127.0.0.1:8000/a/../b/./c?q=%C3%A9&x=a+b",
  "http://127.0.0.1:8000/%2e%2e/a?q='é#part",
  "http://127.0.0.1:99999/api",
  "http://a b/api",
  "http://1.2.3.999/api?x=1",
  "http://user@example.org/api",
  "http://127.0.0.1:8000/api?x=#a",
  "http://127.0.0.1:8000",
  "/api",
];

Deno.test("splitAddress() agrees with the platform's URL parser, whatever address came before", () => {
  for (const before of ADDRESSES) {
    for (const address of ADDRESSES) {
      splitAddress(before);
      const url = URL.parse(address);
      const expected = { path: url?.pathname ?? "", search: url?.search ?? "" };
      deepEqual(splitAddress(address), expected, `${address} after ${before}`);
    }
  }
});

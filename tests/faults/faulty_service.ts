/** The service with more routes, each with an error that reaches no `catch`. @module */

import { isFirstThread } from "../../lib/platform/thread.ts";
import { StartError } from "../../lib/platform/uncaught_errors.ts";
import { app } from "../../main.ts";

function failLater(message: string): Promise<never> {
  return Promise.reject(new Error(message));
}

function answer(): Response {
  return new Response("Answered\n");
}

app.all("/api/v1/detached", () => {
  void failLater("A detached promise failed");
  return answer();
});

app.all("/api/v1/timer", () => {
  setTimeout(() => {
    throw new Error("A timer failed");
  });
  return answer();
});

/** Fails in additional threads only. */
app.all("/api/v1/thread", () => {
  if (!isFirstThread) void failLater("A thread failed");
  return answer();
});

/** Makes an additional thread unable to work. */
app.all("/api/v1/thread/ends", () => {
  if (!isFirstThread) void Promise.reject(new StartError("The thread has no port"));
  return answer();
});

app.all(
  "/api/v1/stream",
  () => new Response(new ReadableStream({ pull: () => failLater("A body failed") })),
);

await import("../../serve.ts");

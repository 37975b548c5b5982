/** The service with three more addresses, behind each of which an error reaches no `catch`. @module */

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

app.all("/api/v1/stream", () => new Response(new ReadableStream({ pull: () => failLater("A body failed") })));

await import("../../serve.ts");

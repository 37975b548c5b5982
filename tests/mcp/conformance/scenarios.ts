/**
 * Lists which scenarios of the official suite apply to this server, and why the others do not.
 *
 * @module
 */

/** Scenarios that must pass completely in every run that has them. */
export const APPLICABLE: readonly string[] = [
  "server-initialize",
  "server-session-lifecycle",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "sep-2164-resource-not-found",
  "input-required-result-unsupported-methods",
  "input-required-result-validate-input",
];

/** Scenarios or single checks that may fail, and the message with which they must fail. */
export type Exception = { of: RegExp; message: RegExp; reason: string };

const FIXTURE =
  "The suite calls tools, prompts and resources of its demonstration server (test_simple_text, greet, …), which a " +
  "server of fuel prices has no reason to have. Our own tests cover the same with our own tools.";

/**
 * Everything that does not apply. A failure that is not listed here, or has another message, fails
 * the test.
 */
export const NOT_APPLICABLE: readonly Exception[] = [
  {
    of:
      /^(tools-call-\w[\w-]*|elicitation-sep\d+-[\w-]+|prompts-get-[\w-]+|input-required-result-[\w-]+|tasks-[\w-]+)\//,
    message:
      /Unknown (tool|prompt)|Not testable|Prerequisite failed|Expected InputRequiredResult|instead of re-requesting via InputRequired/,
    reason: FIXTURE,
  },
  { of: /^completion-complete\//, message: /Unknown reference/, reason: FIXTURE },
  {
    of: /^resources-(read-text|read-binary|templates-read)\//,
    message: /Resource not found: test:/,
    reason: FIXTURE,
  },
  {
    of: /^json-schema-2020-12\//,
    message: /'json_schema_2020_12_tool' not found/,
    reason: FIXTURE,
  },
  {
    of: /^server-stateless\//,
    message: /Not testable: server does not list the diagnostic tool/,
    reason: FIXTURE,
  },
  {
    of: /^http-custom-header-server-validation\//,
    message: /no tool with x-mcp-header annotations/,
    reason: "None of our arguments is also a header.",
  },
  {
    of: /^(logging-set-level|tools-call-with-logging)\//,
    message: /Method not found/,
    reason:
      "The server does not offer logging (deprecated since 2026-07-28), because JSON responses cannot contain log messages.",
  },
  {
    of: /^resources-(subscribe|unsubscribe)\//,
    message: /Method not found/,
    reason:
      "In the old era subscriptions need a session. The server is stateless, and its capabilities say so.",
  },
  {
    of: /^server-sse-(polling|multiple-streams)\//,
    message: /^$/,
    reason:
      "In the old era the server responds with JSON without sessions, as the specification allows. The check only warns.",
  },
  {
    of: /^server-stateless\/sep-2575-server-sends-\w+-list-changed/,
    message: /^$/,
    reason:
      "Lists only change with a release, so listChanged is false and the suite skips the check.",
  },
  {
    of: /^tasks-/,
    message:
      /tasks\/get MUST|capabilities\.extensions|routing-task fixture|expected -32602; got -32601|spec requires -|Skipped/,
    reason:
      "The server does not offer the tasks extension, because every call returns at once. The suite does not score extensions.",
  },
];

/** `/alertes/appareil` stores the alerts of a device. @module */

export { answerDevice as handler } from "../../lib/http/alerts/device_route.ts";

/** `/alertes/appareil`: what a device stores of its alerts. @module */

export { answerDevice as handler } from "../../lib/http/alerts/device_route.ts";

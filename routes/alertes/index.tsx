/** `/alertes` and `/en/alerts`: the alerts of this device. @module */

import type { PageProps } from "fresh";
import { AlertsPage } from "../../components/DevicePages.tsx";
import Alerts from "../../islands/Alerts.tsx";
import { pageRoute } from "../../lib/http/page_request.ts";
import type { PageRequest } from "../../lib/site/metadata.ts";
import { commonWords } from "../../lib/words/mod.ts";

export const config = { routeOverride: "/:path(alertes|en/alerts){/}?" };

export const handler = pageRoute((_deps, request) => request);

export default function DeviceAlerts({ data, url }: PageProps<PageRequest>) {
  const { states } = commonWords[data.lang];
  return (
    <AlertsPage data={data} url={url}>
      <Alerts lang={data.lang} common={{ states }} />
    </AlertsPage>
  );
}

/** Lists the routes and islands of the app; made by `deno task gen`. @module */

import * as $0 from "./routes/_app.tsx";
import * as $1 from "./routes/index.tsx";
import * as $2 from "./routes/islands.tsx";
import * as $3 from "./islands/Counter.tsx";
import * as $4 from "./islands/Lazy.tsx";
import * as $5 from "./islands/Panel.tsx";
import * as $6 from "./islands/Unused.tsx";

export default {
  routes: {
    "_app.tsx": $0,
    "index.tsx": $1,
    "islands.tsx": $2,
  },
  islands: {
    "islands/Counter.tsx": $3,
    "islands/Lazy.tsx": $4,
    "islands/Panel.tsx": $5,
    "islands/Unused.tsx": $6,
  },
};

/** Lists the routes and islands of the app; made by `deno task gen`. @module */

import * as $0 from "./routes/_app.tsx";
import * as $1 from "./routes/_error.tsx";
import * as $2 from "./routes/_middleware.ts";
import * as $3 from "./routes/api/[...rest].ts";
import * as $4 from "./routes/data.tsx";
import * as $5 from "./routes/index.tsx";
import * as $6 from "./routes/islands.tsx";
import * as $7 from "./routes/items/[id].ts";
import * as $8 from "./routes/items/first.ts";
import * as $9 from "./islands/Counter.tsx";
import * as $10 from "./islands/Lazy.tsx";
import * as $11 from "./islands/Panel.tsx";
import * as $12 from "./islands/Unused.tsx";

export default {
  routes: {
    "_app.tsx": $0,
    "_error.tsx": $1,
    "_middleware.ts": $2,
    "api/[...rest].ts": $3,
    "data.tsx": $4,
    "index.tsx": $5,
    "islands.tsx": $6,
    "items/[id].ts": $7,
    "items/first.ts": $8,
  },
  islands: {
    "islands/Counter.tsx": $9,
    "islands/Lazy.tsx": $10,
    "islands/Panel.tsx": $11,
    "islands/Unused.tsx": $12,
  },
};

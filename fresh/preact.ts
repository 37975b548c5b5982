/** The packages that the islands of every page need. @module */

import "preact";
import "preact/hooks";
import "preact/jsx-runtime";
import "@preact/signals";

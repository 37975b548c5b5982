/** The packages that the islands of every page run on. @module */

import "preact";
import "preact/hooks";
import "preact/jsx-runtime";
import "@preact/signals";

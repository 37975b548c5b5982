/** The tools above the list: its order, the filters, the link to share. @module */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Sort, sortsOf } from "../../lib/site/explorer/filters.ts";
import { countFilters, FORM, NO_FILTERS, type View } from "../../lib/site/explorer/url_state.ts";
import type { ExplorerWords } from "../../lib/words/home.ts";
import { AlertButton } from "../alerts/AlertButton.tsx";
import { DriverButton } from "../driver/DriverButton.tsx";
import { Select } from "../Fields.tsx";
import { Icon, IconButton } from "../Icon.tsx";
import { LevelKey } from "../Price.tsx";
import type { SheetProps } from "./Sheet.tsx";

type Props = Pick<SheetProps, "model" | "loaded" | "lang" | "words" | "common"> & {
  onNeed: () => Promise<void>;
  firstFilters: ComponentChildren;
};

/** Order, share, filters, and the visitor's profile. */
export function Tools(props: Props) {
  const { model, onNeed, lang, words: { explorer }, common } = props;
  const [isOpen, setOpen] = useState(false);
  const view = model.view.value;
  const active = countFilters(view);
  const brands = model.stations.value?.brands ?? [];
  const openFilters = () => {
    onNeed().then(() => setOpen(true), reportError);
    model.countServices();
  };
  return (
    <div class="row tools" role="group" aria-label={explorer.tools}>
      <SortField view={view} words={explorer} onChange={(sort) => model.change({ sort })} />
      <button
        type="button"
        class="button js-only filters-toggle"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => isOpen ? setOpen(false) : openFilters()}
      >
        <Icon name="filter" /> {explorer.filters}
        {active > 0 && <span class="count">{active}</span>}
      </button>
      <a class="button no-js-only" href="#filters">
        <Icon name="filter" /> {explorer.filters}
      </a>
      <AlertButton
        lang={lang}
        common={common}
        load={async () => (await model.loadMore()).toAreaAlert(model, lang)}
      />
      <DriverButton
        lang={lang}
        common={common}
        text={common.driver}
        driver={model.driver.value}
        readBrands={() => Promise.resolve(brands)}
        onChange={model.changeDriver}
      />
      <IconButton
        icon="share"
        label={explorer.share}
        class="button button-icon js-only"
        onClick={() => model.share(explorer.shared)}
      />
      <LevelKey label={explorer.legend} common={common} />
      <FilterBox {...props} isOpen={isOpen} brands={brands} onDone={() => setOpen(false)} />
      <button type="submit" form={FORM} class="button button-primary no-js-only">
        {explorer.apply}
      </button>
      <p class="message" role="status">{model.message.value}</p>
    </div>
  );
}

type FilterBoxProps = Props & { isOpen: boolean; brands: readonly string[]; onDone: () => void };

function FilterBox(props: FilterBoxProps) {
  const { model, loaded, firstFilters, isOpen, brands, onDone, lang, words } = props;
  const view = model.view.value;
  const area = model.area.value;
  return (
    <div id="filters" class={isOpen ? "filters-box" : "filters-box is-folded"}>
      {loaded && isOpen
        ? (
          <loaded.Filters
            view={view}
            radiusKm={area.kind === "around" ? area.radiusKm : null}
            brands={brands}
            lang={lang}
            counts={model.serviceCounts.value}
            words={words.explorer}
            onChange={model.change}
          />
        )
        : firstFilters}
      {countFilters(view) > 0 && (
        <button
          type="button"
          class="button js-only"
          onClick={() => model.change(NO_FILTERS)}
        >
          {words.explorer.reset}
        </button>
      )}
      {loaded && isOpen && (
        <loaded.FiltersDone
          lang={lang}
          words={words}
          total={model.listing.value.total}
          onDone={onDone}
        />
      )}
    </div>
  );
}

type SortProps = { view: View; words: ExplorerWords; onChange: (sort: Sort) => void };

function SortField({ view, words, onChange }: SortProps) {
  return (
    <label class="sort">
      <span class="sr-only">{words.sortBy}</span>
      <Select
        name="sort"
        form={FORM}
        value={view.sort}
        options={sortsOf(view).map((sort) => [sort, words.sorts[sort]])}
        onValue={onChange}
      />
    </label>
  );
}

import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";

type TabsProps = {
  label: string;
  items: readonly { id: string; label: ReactNode; content: ReactNode }[];
  selected: string;
  onSelect: (id: string) => void;
  isKept?: boolean;
};

/** Tabs of equal width. `isKept` keeps hidden panels mounted, so their input is not lost. */
export function Tabs({ label, items, selected, onSelect, isKept = false }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))} className="flex flex-col gap-6">
      <TabList aria-label={label} className="flex gap-1 rounded-card bg-sunken p-1">
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg px-3 py-2 text-center
              leading-tight font-semibold text-muted transition-colors duration-150 hover:text-primary
              data-selected:bg-surface data-selected:text-primary data-selected:shadow-soft"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} shouldForceMount={isKept} className="rounded-card data-inert:hidden">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

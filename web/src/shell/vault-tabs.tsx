import { TabBar } from '../kit/index.ts';
import { TABS, tabOf } from './tabs.ts';
import { leaveTab } from './vault-search.ts';
import { useChangeVaultSearch, useVaultSearch } from './use-vault-search.ts';

export const tabId = (key: number) => `vault-tab-${key}`;
export const panelId = (key: number) => `vault-panel-${key}`;

export function VaultTabs() {
  const change = useChangeVaultSearch();
  const { tab } = useVaultSearch();
  const tabs = TABS.map(({ key, label }) => ({ key, label, id: tabId(key), panelId: panelId(key) }));
  return (
    <TabBar
      label="Document Vault"
      tabs={tabs}
      activeKey={tabOf(tab)?.key ?? 0}
      onChange={(key) => change({ ...leaveTab, tab: key })}
    />
  );
}

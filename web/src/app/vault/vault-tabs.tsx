import { availability } from '../../api/index.ts';
import { OutageBar } from '../../availability/index.ts';
import { TabBar } from '../../kit/index.ts';
import { KeysHelp } from '../keys/keys-help.tsx';
import { TABS, tabOf } from './tabs.ts';
import { PRODUCT, leaveTab, useChangeVaultSearch, useVaultSearch } from '../../shared/index.ts';
import styles from './vault.module.css';

export const tabId = (key: number) => `vault-tab-${key}`;
export const panelId = (key: number) => `vault-panel-${key}`;

/** The tabs. Outages are shown in the free space of their row, so that nothing below moves (SAFE-06). */
export function VaultTabs() {
  const change = useChangeVaultSearch();
  const { tab, view } = useVaultSearch();
  const tabs = TABS.map(({ key, label }) => ({ key, label, id: tabId(key), panelId: panelId(key) }));
  return (
    <div className={styles['tabRow']}>
      <TabBar
        label={PRODUCT}
        tabs={tabs}
        activeKey={view === undefined ? (tabOf(tab)?.key ?? 0) : 0}
        onChange={(key) => change({ ...leaveTab, tab: key })}
      />
      <div className={styles['outage']}>
        <OutageBar availability={availability} />
      </div>
      <KeysHelp />
    </div>
  );
}

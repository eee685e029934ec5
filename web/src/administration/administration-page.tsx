import { ArrowLeftOutlined, LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { abilitiesOf, Messages } from '@vault/contract';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { EmptyState, TabBar } from '../kit/index.ts';
import { sessionQuery } from '../session/index.ts';
import {
  LazyPage,
  leaveTab,
  PRODUCT,
  useChangeVaultSearch,
  usePageTitle,
  useVaultSearch,
} from '../shared/index.ts';
import { SECTIONS } from './sections.ts';
import { administrationTexts } from './texts.ts';
import styles from './administration.module.css';

const tabId = (key: number) => `administration-tab-${key}`;
const panelId = (key: number) => `administration-panel-${key}`;

/** DESK-01: the administration, with the sections that the person has a right to. */
export function AdministrationPage() {
  const { data } = useQuery(sessionQuery);
  const { section } = useVaultSearch();
  const change = useChangeVaultSearch();
  const title = useRef<HTMLHeadingElement>(null);
  // The menu entry that opened the page no longer exists.
  useEffect(() => title.current?.focus(), []);
  usePageTitle(administrationTexts.pageTitle(PRODUCT));
  if (data === undefined) return null;
  const abilities = abilitiesOf(data.permissions);
  const sections = SECTIONS.filter(
    ({ needs, name, isOfItem }) => abilities[needs] && (isOfItem !== true || name === section),
  );
  const active = sections.find(({ name }) => name === section) ?? sections[0];
  const open = (key: number) =>
    change({
      ...leaveTab,
      view: 'administration',
      section: sections.find((one) => one.key === key)?.name,
    });
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h2 ref={title} tabIndex={-1} className={styles['title']}>
          {administrationTexts.title}
        </h2>
        <TabBar
          label={administrationTexts.title}
          tabs={sections.map(({ key, label }) => ({ key, label, id: tabId(key), panelId: panelId(key) }))}
          activeKey={active?.key ?? 0}
          onChange={open}
        />
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={() => change(leaveTab)}>
          {administrationTexts.back}
        </Button>
      </div>
      {active === undefined ? (
        <EmptyState icon={<LockOutlined />} title={Messages.noAccess} />
      ) : (
        <div
          id={panelId(active.key)}
          role="tabpanel"
          aria-labelledby={tabId(active.key)}
          className={styles['panel']}
        >
          <LazyPage key={active.key} loading={administrationTexts.loading(active.label)}>
            <active.Panel />
          </LazyPage>
        </div>
      )}
    </div>
  );
}

import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../session/index.ts';
import { leaveTab, useChangeVaultSearch } from '../shared/index.ts';
import { OpenSessions } from './open-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';
import { accountTexts } from './texts.ts';
import styles from './account.module.css';

/** The page of the person's own account: second factors and sessions (GUARD-32, GUARD-33). */
export function AccountPage() {
  const { data } = useQuery(sessionQuery);
  const change = useChangeVaultSearch();
  const title = useRef<HTMLHeadingElement>(null);
  // The menu entry that opened the page no longer exists.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <div className={styles['head']}>
          <h2 ref={title} tabIndex={-1} className={styles['title']}>
            {accountTexts.title}
          </h2>
          <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={() => change(leaveTab)}>
            {accountTexts.back}
          </Button>
        </div>
        <section className={styles['section']} aria-label={accountTexts.profile}>
          <dl className={styles['facts']}>
            <dt>{accountTexts.name}</dt>
            <dd>{data?.userInfo.profile.name}</dd>
            <dt>{accountTexts.email}</dt>
            <dd>{data?.userInfo.profile.email}</dd>
          </dl>
        </section>
        <SecondFactor />
        <OpenSessions />
      </div>
    </div>
  );
}

import { contract, type OpenSession } from '@vault/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call, failureText, useSingleMutation } from '../api/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { ConfirmDialog, formatDateTime, Spinner } from '../kit/index.ts';
import { useToast } from '../shared/index.ts';
import { openSessionsQuery } from './queries.ts';
import { sessionsTexts } from './texts.ts';
import styles from './account.module.css';

/** GUARD-32: the open sessions of the person, each of which can be ended. */
export function OpenSessions() {
  const sessions = useQuery(openSessionsQuery);
  const list = sessions.data ?? [];
  return (
    <section className={styles['section']} aria-labelledby="open-sessions">
      <div className={styles['sectionHead']}>
        <h3 id="open-sessions" className={styles['sectionTitle']}>
          {sessionsTexts.title}
        </h3>
        {list.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
      </div>
      <p className={styles['about']}>{sessionsTexts.about}</p>
      {sessions.isPending && <Spinner label={sessionsTexts.loading} />}
      {sessions.isError && (
        <p className={styles['problem']} role="alert">
          {failureText(sessions.error)}{' '}
          <Button size="small" onClick={() => void sessions.refetch()}>
            {commonTexts.tryAgain}
          </Button>
        </p>
      )}
      {sessions.isSuccess && list.every(({ isCurrent }) => !isCurrent) && (
        <p className={styles['about']}>{sessionsTexts.elsewhere}</p>
      )}
      <ul className={styles['rows']}>
        {list.map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const device = sessionsTexts.device(session.browser, session.system);
  const address = session.address === '' ? sessionsTexts.unknownAddress : session.address;
  return (
    <li className={styles['session']}>
      <div className={styles['sessionHead']}>
        <p className={styles['rowTitle']}>
          <span>{device}</span>
          {session.isCurrent && <span className={styles['badge']}>{sessionsTexts.current}</span>}
        </p>
        {!session.isCurrent && (
          <EndButton sessionId={session.sessionId} label={sessionsTexts.endOf(device, address)} />
        )}
      </div>
      <dl className={styles['rowFacts']}>
        <Fact term={sessionsTexts.address} text={address} />
        <Fact term={sessionsTexts.signedIn} text={formatDateTime(session.signedInAt)} />
        <Fact term={sessionsTexts.lastUsed} text={formatDateTime(session.lastUsedAt)} />
        <Fact term={sessionsTexts.ends} text={formatDateTime(session.endsAt)} />
      </dl>
    </li>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function EndButton({ sessionId, label }: { sessionId: string; label: string }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const end = useSingleMutation({
    mutationFn: () => call(contract.account.endSession, { params: { sessionId } }),
    onSuccess: () => toast.success(sessionsTexts.ended),
    onError: toast.error,
    // A session that has already ended leaves the list too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey }),
  });
  return (
    <Button aria-label={label} loading={end.isPending} onClick={() => end.mutate()}>
      {sessionsTexts.end}
    </Button>
  );
}

function EndOthers() {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const end = useSingleMutation({
    mutationFn: () => call(contract.account.endOtherSessions, {}),
    onSuccess: ({ sessions }) => toast.success(sessionsTexts.endedOthers(sessions)),
    onError: toast.error,
    onSettled: async () => {
      setAsks(false);
      await queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey });
    },
  });
  return (
    <>
      <Button onClick={() => setAsks(true)}>{sessionsTexts.endOthers}</Button>
      <ConfirmDialog
        title={sessionsTexts.endOthers}
        open={asks}
        message={sessionsTexts.endOthersMessage}
        isBusy={end.isPending}
        onCancel={() => setAsks(false)}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}

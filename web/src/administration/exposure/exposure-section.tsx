import { AuditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../../api/index.ts';
import { EmptyState, ListTab, NothingHere } from '../../kit/index.ts';
import { useChangeVaultSearch, usePageTitle, useVaultSearch } from '../../shared/index.ts';
import { ExposureHead } from './exposure-head.tsx';
import { ExposureLists } from './exposure-lists.tsx';
import { exposureQuery, type Question } from './queries.ts';
import { RecallDialog } from './recall-dialog.tsx';
import { ReceiversModal } from './receivers-modal.tsx';
import { exposureTexts, pageTitle } from './texts.ts';
import { useMayRecall } from './use-may-recall.ts';

/** AUDIT-09, AUDIT-10: who could open the item that the address names, and who did. */
export function ExposureSection() {
  const { object, at } = useVaultSearch();
  if (object === undefined) {
    return (
      <ListTab label={exposureTexts.title}>
        <EmptyState icon={<AuditOutlined />} title={exposureTexts.noItem} hint={exposureTexts.noItemHint} />
      </ListTab>
    );
  }
  return <ExposureOfItem key={object} question={{ id: object, at }} />;
}

type Dialog = 'recall' | 'receivers' | null;

function ExposureOfItem({ question }: { question: Question }) {
  const query = useQuery(exposureQuery(question));
  const list = useList(query);
  const change = useChangeVaultSearch();
  const exposure = list.isError ? undefined : list.data;
  const mayRecall = useMayRecall(exposure?.item.record.sfid);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  usePageTitle(pageTitle(exposure?.item.name ?? exposureTexts.title));
  return (
    <ListTab label={exposureTexts.title}>
      <ExposureHead
        question={question}
        exposure={exposure}
        onMoment={(at) => change({ at })}
        onReceivers={() => setDialog('receivers')}
        onRecall={mayRecall ? () => setDialog('recall') : null}
      />
      {exposure === undefined || query.isPlaceholderData ? (
        <NothingHere
          list={{ ...list, isPending: !list.isError }}
          icon={<AuditOutlined />}
          title={exposureTexts.title}
        />
      ) : (
        <ExposureLists exposure={exposure} />
      )}
      {exposure !== undefined && (
        <>
          <RecallDialog
            exposure={exposure}
            open={dialog === 'recall'}
            onClose={close}
            onRecalled={() => setDialog('receivers')}
          />
          <ReceiversModal item={exposure.item} open={dialog === 'receivers'} onClose={close} />
        </>
      )}
    </ListTab>
  );
}

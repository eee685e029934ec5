import { Messages, type Item, type Version } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Modal, Spinner, useLastNonNull } from '../kit/index.ts';
import { useCopy } from '../shared/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { commonTexts } from '../kit/texts.ts';
import { receiptQuery } from './queries.ts';
import { receiptRows, receiptText } from './receipt-text.ts';
import { receiptTexts } from './texts.ts';
import styles from './versions.module.css';

interface ReceiptModalProps {
  file: Item;
  /** null while the modal is closed */
  version: Version | null;
  onClose: () => void;
}

/** The receipt of a version, with its checksums; all of it can be copied. */
export function ReceiptModal({ file, version, onClose }: ReceiptModalProps) {
  const copy = useCopy();
  const shown = useLastNonNull(version);
  const { data, isError, refetch } = useQuery({
    ...receiptQuery(shown?.versionId ?? ''),
    enabled: version !== null,
  });
  const rows = shown === null || data === undefined ? null : receiptRows(file.name, shown, data);
  return (
    <Modal
      title={receiptTexts.title}
      open={version !== null}
      width={620}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{dialogTexts.done}</Button>
          <Button
            type="primary"
            disabled={rows === null}
            onClick={() => rows !== null && copy(receiptText(rows), Messages.copiedToClipboard)}
          >
            {receiptTexts.copy}
          </Button>
        </>
      }
    >
      {rows !== null && (
        <dl className={styles['receipt']}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows === null && (
        <div className={styles['waiting']}>
          {isError ? (
            <Button onClick={() => void refetch()}>{commonTexts.tryAgain}</Button>
          ) : (
            <Spinner label={receiptTexts.loading} />
          )}
        </div>
      )}
    </Modal>
  );
}

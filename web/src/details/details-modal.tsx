import { Button } from 'antd';
import { Modal, Spinner } from '../kit/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { detailRows, type Details } from './details.ts';
import { detailsTexts } from './texts.ts';
import { useProtection } from './use-protection.ts';
import styles from './details-modal.module.css';

interface DetailsModalProps {
  /** id of the file or folder */
  id: string;
  /** null while the details load */
  details: Details | null;
  open: boolean;
  onClose: () => void;
}

/** The Details modal: a title and one row for each detail (DETAILS-01, DETAILS-03, SAFE-12). */
export function DetailsModal({ id, details, open, onClose }: DetailsModalProps) {
  const protection = useProtection(id, open);
  return (
    <Modal
      title={detailsTexts.title}
      open={open}
      width={480}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {dialogTexts.done}
        </Button>
      }
    >
      {details === null ? (
        <div className={styles['loading']}>
          <Spinner label={detailsTexts.loading} />
        </div>
      ) : (
        <dl className={styles['details']}>
          {detailRows(details, protection).map(([label, value]) => (
            <div key={label} className={styles['row']}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Modal>
  );
}

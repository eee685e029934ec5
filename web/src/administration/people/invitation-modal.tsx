import { Button, Input } from 'antd';
import { copyText, Modal, useLastNonNull } from '../../kit/index.ts';
import { useToast } from '../../shared/index.ts';
import { invitationTexts } from '../texts.ts';
import { Field } from './field.tsx';
import styles from './people.module.css';

/** Invitations that were made just now. */
export interface Invited {
  people: readonly {
    name: string;
    email: string;
    /** the address to which the invitation is mailed; null for none */
    sentTo: string | null;
    /** the one-time address to pass on; null when it is mailed */
    address: string | null;
  }[];
}

interface InvitationModalProps {
  /** null while the dialog is closed */
  invited: Invited | null;
  onClose: () => void;
}

/** Says where an invitation was mailed to, or shows its one-time address for the only time. */
export function InvitationModal({ invited, onClose }: InvitationModalProps) {
  const shown = useLastNonNull(invited)?.people ?? [];
  return (
    <Modal
      title={invitationTexts.title}
      open={invited !== null}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {invitationTexts.close}
        </Button>
      }
    >
      <div className={styles['form']}>
        {shown.map(({ name, email, sentTo, address }) => (
          <div key={email} className={styles['invitation']}>
            <p>{address === null ? invitationTexts.sent(sentTo ?? email) : invitationTexts.pass(name)}</p>
            {address !== null && <Address address={address} />}
          </div>
        ))}
      </div>
    </Modal>
  );
}

function Address({ address }: { address: string }) {
  const toast = useToast();
  const copy = async () => {
    if (await copyText(address)) toast.success(invitationTexts.copied);
  };
  return (
    <Field label={invitationTexts.address}>
      {(id) => (
        <span className={styles['address']}>
          <Input id={id} readOnly value={address} onFocus={({ target }) => target.select()} />
          <Button onClick={() => void copy()}>{invitationTexts.copy}</Button>
        </span>
      )}
    </Field>
  );
}

import { Button } from 'antd';
import { Input, Modal, useLastNonNull } from '../../kit/index.ts';
import { useCopy } from '../../shared/index.ts';
import { invitationTexts } from '../texts.ts';
import { Field } from '../parts/field.tsx';
import parts from '../parts/parts.module.css';
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

/** Says where invitations were mailed to, or shows their one-time addresses for the only time. */
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
      <div className={parts['form']}>
        {shown.map(({ email, sentTo, address }) =>
          address === null ? <p key={email}>{invitationTexts.sent(sentTo ?? email)}</p> : null,
        )}
        <Addresses
          people={shown.flatMap(({ name, address }) => (address === null ? [] : [{ name, address }]))}
        />
      </div>
    </Modal>
  );
}

interface Addressed {
  name: string;
  address: string;
}

/** The addresses to pass on, below one sentence for all of them. */
function Addresses({ people }: { people: readonly Addressed[] }) {
  const copy = useCopy();
  const [first] = people;
  if (first === undefined) return null;
  if (people.length === 1) {
    return (
      <>
        <p>{invitationTexts.pass(first.name)}</p>
        <Address label={invitationTexts.address} address={first.address} />
      </>
    );
  }
  const lines = people.map(({ name, address }) => `${name}\t${address}`).join('\n');
  return (
    <>
      <p>{invitationTexts.passAll(people.length)}</p>
      <div>
        <Button onClick={() => copy(lines, invitationTexts.copied)}>{invitationTexts.copyAll}</Button>
      </div>
      {people.map(({ name, address }) => (
        <Address key={address} label={invitationTexts.addressOf(name)} address={address} />
      ))}
    </>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const copy = useCopy();
  return (
    <Field label={label}>
      {(id) => (
        <span className={styles['address']}>
          <Input id={id} readOnly value={address} onFocus={({ target }) => target.select()} />
          <Button onClick={() => copy(address, invitationTexts.copied)}>{invitationTexts.copy}</Button>
        </span>
      )}
    </Field>
  );
}

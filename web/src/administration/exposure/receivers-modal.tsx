import { AuditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useList } from '../../api/index.ts';
import { formatDateTime, Modal, NothingHere } from '../../kit/index.ts';
import { dialogTexts } from '../../kit/list-texts.ts';
import { whoOf } from './columns.tsx';
import { MailText } from './mail-text.tsx';
import { type Exposure, type Receivers, receiversQuery } from './queries.ts';
import { receiverTexts } from './texts.ts';
import styles from './exposure.module.css';

interface ReceiversModalProps extends Pick<Exposure, 'item'> {
  open: boolean;
  onClose: () => void;
}

const WIDTH = 720;

/** AUDIT-10: who has received the bytes of an item, with a text for a mail to them. */
export function ReceiversModal({ item, open, onClose }: ReceiversModalProps) {
  const list = useList(useQuery({ ...receiversQuery(item.sfid), enabled: open }));
  const { data } = list;
  return (
    <Modal
      title={receiverTexts.title}
      open={open}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {dialogTexts.done}
        </Button>
      }
    >
      {data === undefined || data.receivers.length === 0 ? (
        <NothingHere list={list} icon={<AuditOutlined />} title={receiverTexts.none} />
      ) : (
        <div className={styles['receivers']}>
          <p>{receiverTexts.intro}</p>
          <ReceiverTable receivers={data.receivers} />
          {data.searchedTo !== null && <p>{receiverTexts.searchedTo(formatDateTime(data.searchedTo))}</p>}
          <MailText receivers={data} item={item.name} />
        </div>
      )}
    </Modal>
  );
}

function ReceiverTable({ receivers }: Pick<Receivers, 'receivers'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls by keyboard
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={receiverTexts.list}>
      <table className={styles['table']} aria-label={receiverTexts.list}>
        <thead>
          <tr>
            <th scope="col">{receiverTexts.who}</th>
            <th scope="col">{receiverTexts.link}</th>
            <th scope="col">{receiverTexts.count}</th>
            <th scope="col">{receiverTexts.last}</th>
          </tr>
        </thead>
        <tbody>
          {receivers.map((who) => (
            <tr key={`${who.kind} ${who.id} ${who.email} ${who.address} ${who.link?.sfid}`}>
              <td>
                {whoOf({ who, redacted: false })}
                <span className={styles['address']}>
                  {who.kind === 'person' && who.email !== null ? who.email : who.address}
                </span>
              </td>
              <td>{who.link?.name}</td>
              <td>{who.count}</td>
              <td className="tabular">{formatDateTime(who.lastAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

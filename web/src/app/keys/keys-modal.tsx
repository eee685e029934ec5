import { Button } from 'antd';
import { Fragment } from 'react';
import { Modal } from '../../kit/index.ts';
import { dialogTexts } from '../../kit/list-texts.ts';
import { capsOf, KEY_GROUPS } from './key-help.ts';
import { keysTexts } from './texts.ts';
import styles from './keys.module.css';

interface KeysModalProps {
  open: boolean;
  onClose: () => void;
}

const WIDTH = 880;

/** The panel that lists the keys of the vault (USE-49). */
export function KeysModal({ open, onClose }: KeysModalProps) {
  const isMac = /^Mac|^iP/.test(navigator.platform);
  return (
    <Modal
      title={keysTexts.title}
      open={open}
      width={WIDTH}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {dialogTexts.done}
        </Button>
      }
    >
      <div className={styles['groups']}>
        {KEY_GROUPS.map(({ title, lines }) => (
          <section key={title} className={styles['group']}>
            <h3 className={styles['title']}>{title}</h3>
            <dl className={styles['lines']}>
              {lines.map(({ keys, does }) => (
                <div key={does} className={styles['line']}>
                  <dt>
                    {keys.map((combination, index) => (
                      <Fragment key={combination}>
                        {index > 0 && <span className={styles['or']}>/</span>}
                        <Combination caps={capsOf(combination, isMac)} />
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function Combination({ caps }: { caps: readonly string[] }) {
  return (
    <span className={styles['combination']}>
      {caps.map((cap) => (
        <kbd key={cap} className={styles['cap']}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

import { CopyOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { Button } from 'antd';
import { CommandButtons, commandsOn, type BoundCommand } from '../commands/index.ts';
import { copyText, formatDateTime, Tip } from '../kit/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { accessLabel, accessLines } from './access-lines.ts';
import { ExpiryRow } from './expiry-row.tsx';
import { recipientsOf } from './recipients.ts';
import { Row } from './row.tsx';
import { TickRow } from './tick-row.tsx';
import { useLinkUpdate } from './use-link-update.ts';
import type { LinkContext } from './commands.ts';
import { linkDetailsTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkDetailsProps {
  context: LinkContext;
  commands: readonly BoundCommand<LinkContext>[];
  onViews: () => void;
  onChanged: () => void;
}

/** LINKDETAIL-04 … LINKDETAIL-10: the rows in order. */
export function LinkDetails({ context, commands, onViews, onChanged }: LinkDetailsProps) {
  const { abilities } = useVault();
  const { link } = context;
  const { terms, update, isSaving } = useLinkUpdate(link, onChanged);
  const { first, others } = recipientsOf(link.receiveByEmail);
  const editable = { link, terms, isSaving, mayEdit: abilities.share && !link.deleted, onSave: update };
  return (
    <dl className={styles['rows']}>
      <Row label={linkDetailsTexts.createdBy}>{link.createBy ?? '-'}</Row>
      <Row label={linkDetailsTexts.recipients}>{[first, ...others].join(', ')}</Row>
      <Row label={linkDetailsTexts.created}>{formatDateTime(link.createTime)}</Row>
      {link.deleted && <Row label={linkDetailsTexts.deletedBy}>{link.updatedContact?.name ?? '-'}</Row>}
      {link.deleted && <Row label={linkDetailsTexts.deleted}>{formatDateTime(link.updatedTime)}</Row>}
      <Row label={linkDetailsTexts.access}>
        <Tip text={accessLines(link).join('\n')}>
          <button type="button" className={styles['hinted']}>
            {accessLabel(link)}
          </button>
        </Tip>
      </Row>
      <Row label={linkDetailsTexts.views}>
        <span className="tabular">{link.accessTimes}</span>
        <Button type="link" size="small" onClick={onViews}>
          {linkDetailsTexts.showViews}
        </Button>
      </Row>
      <ExpiryRow {...editable} />
      <TickRow
        {...editable}
        name="notify"
        label={linkDetailsTexts.notifications}
        text={linkDetailsTexts.notify}
        editLabel={linkDetailsTexts.editNotify}
      />
      {link.askGiver !== undefined && (
        <TickRow
          {...editable}
          name="askGiver"
          label={linkDetailsTexts.visitors}
          text={linkDetailsTexts.askGiver}
          editLabel={linkDetailsTexts.editAskGiver}
        />
      )}
      <Row label={linkDetailsTexts.link}>
        <span className={styles['value']}>{link.accessUrl}</span>
        <CommandButtons
          commands={commandsOn(['copy'], commands)}
          context={context}
          look={() => ({ type: 'text', size: 'small', 'aria-label': linkDetailsTexts.copyLink })}
        />
      </Row>
      {link.password !== null && <PasswordRow password={link.password} />}
    </dl>
  );
}

/** LINKDETAIL-10, SHARE-31 */
function PasswordRow({ password }: { password: string }) {
  const toast = useToast();
  const copy = async () => {
    if (await copyText(password)) toast.success(Messages.passwordCopiedSuccessfully);
    else toast.error(Messages.requestFailed);
  };
  return (
    <Row label={linkDetailsTexts.password}>
      <code className={styles['value']}>{password}</code>
      <Button
        type="text"
        size="small"
        aria-label={linkDetailsTexts.copyPassword}
        icon={<CopyOutlined aria-hidden />}
        onClick={() => void copy()}
      />
    </Row>
  );
}

import { CopyOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { Button } from 'antd';
import { CommandButtons, commandsOn, type BoundCommand } from '../commands/index.ts';
import { formatDateTime, Tip } from '../kit/index.ts';
import { useCopy, useVault } from '../shared/index.ts';
import { accessLabel, accessLines } from './access-lines.ts';
import { ExpiryRow } from './expiry-row.tsx';
import { recipientsOf } from './recipients.ts';
import { DetailRow } from './detail-row.tsx';
import { CheckboxRow } from './checkbox-row.tsx';
import { useLinkUpdate } from './use-link-update.ts';
import type { LinkContext } from './commands.ts';
import { linkDetailsTexts, linkMakerTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkDetailsProps {
  context: LinkContext;
  commands: readonly BoundCommand<LinkContext>[];
  onViews: () => void;
  onChanged: () => void;
}

/** The rows of the details, in order (LINKDETAIL-04 … LINKDETAIL-10). */
export function LinkDetails({ context, commands, onViews, onChanged }: LinkDetailsProps) {
  const { abilities } = useVault();
  const { link } = context;
  const { terms, update, isSaving } = useLinkUpdate(link, onChanged);
  const { first, others } = recipientsOf(link.receiveByEmail);
  const editable = { link, terms, isSaving, mayEdit: abilities.share && !link.deleted, onSave: update };
  return (
    <dl className={styles['rows']}>
      <DetailRow label={linkDetailsTexts.createdBy}>{link.createBy ?? '-'}</DetailRow>
      <DetailRow label={linkDetailsTexts.recipients}>{[first, ...others].join(', ')}</DetailRow>
      <DetailRow label={linkDetailsTexts.created}>{formatDateTime(link.createTime)}</DetailRow>
      {link.makerState !== undefined && !link.deleted && (
        <DetailRow label={linkDetailsTexts.status}>
          {linkMakerTexts[link.makerState].hint(link.createBy)}
        </DetailRow>
      )}
      {link.deleted && (
        <DetailRow label={linkDetailsTexts.deletedBy}>{link.updatedContact?.name ?? '-'}</DetailRow>
      )}
      {link.deleted && (
        <DetailRow label={linkDetailsTexts.deleted}>{formatDateTime(link.updatedTime)}</DetailRow>
      )}
      <DetailRow label={linkDetailsTexts.access}>
        <Tip text={accessLines(link).join('\n')}>
          <button type="button" className={styles['hinted']}>
            {accessLabel(link)}
          </button>
        </Tip>
      </DetailRow>
      <DetailRow label={linkDetailsTexts.views}>
        <span className="tabular">{link.accessTimes}</span>
        <Button type="link" size="small" onClick={onViews}>
          {linkDetailsTexts.showViews}
        </Button>
      </DetailRow>
      <ExpiryRow {...editable} />
      <CheckboxRow
        {...editable}
        name="notify"
        label={linkDetailsTexts.notifications}
        text={linkDetailsTexts.notify}
        editLabel={linkDetailsTexts.editNotify}
      />
      {link.askGiver !== undefined && (
        <CheckboxRow
          {...editable}
          name="askGiver"
          label={linkDetailsTexts.visitors}
          text={linkDetailsTexts.askGiver}
          editLabel={linkDetailsTexts.editAskGiver}
        />
      )}
      {link.accessUrl !== null && (
        <DetailRow label={linkDetailsTexts.link}>
          <span className={styles['value']}>{link.accessUrl}</span>
          <CommandButtons
            commands={commandsOn(['copy'], commands)}
            context={context}
            look={() => ({ type: 'text', size: 'small', 'aria-label': linkDetailsTexts.copyLink })}
          />
        </DetailRow>
      )}
      {link.password !== null && <PasswordRow password={link.password} />}
    </dl>
  );
}

/** The row with the password of a link (LINKDETAIL-10, SHARE-31). */
function PasswordRow({ password }: { password: string }) {
  const copy = useCopy();
  return (
    <DetailRow label={linkDetailsTexts.password}>
      <code className={styles['value']}>{password}</code>
      <Button
        type="text"
        size="small"
        aria-label={linkDetailsTexts.copyPassword}
        icon={<CopyOutlined aria-hidden />}
        onClick={() => copy(password, Messages.passwordCopiedSuccessfully)}
      />
    </DetailRow>
  );
}

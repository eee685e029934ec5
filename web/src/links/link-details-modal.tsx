import type { SharedLink } from '@vault/contract';
import { useRef, useState } from 'react';
import { CommandButtons, commandsOn, type BoundCommand } from '../commands/index.ts';
import { MiddleTruncated, Modal, useLastNonNull } from '../kit/index.ts';
import { shownPath } from '../tree/index.ts';
import { LINK_SURFACES, type LinkContext } from './commands.ts';
import { LinkDetails } from './link-details.tsx';
import { LinkViewsModal } from './link-views-modal.tsx';
import { linkDetailsTexts } from './texts.ts';
import { useLinkRights } from './use-link-rights.ts';
import styles from './links.module.css';

interface LinkDetailsModalProps {
  /** null while the modal is closed */
  link: SharedLink | null;
  commands: readonly BoundCommand<LinkContext>[];
  /** called after closing; `isChanged` is true when the list must be loaded again (LINKDETAIL-15) */
  onClose: (isChanged: boolean) => void;
}

const WIDTH = 680;

/** The modal with the details of a link (LINKDETAIL-01 … LINKDETAIL-20). */
export function LinkDetailsModal({ link, commands, onClose }: LinkDetailsModalProps) {
  const rights = useLinkRights();
  const shown = useLastNonNull(link);
  const context = shown && { link: shown, ...rights };
  const isChanged = useRef(false);
  const [viewsOf, setViewsOf] = useState<SharedLink | null>(null);
  const close = () => {
    onClose(isChanged.current);
    isChanged.current = false;
  };
  return (
    <>
      <Modal
        title={shown !== null && <Title link={shown} />}
        open={link !== null}
        width={WIDTH}
        destroyOnHidden
        onCancel={close}
        footer={
          context !== null && !context.link.deleted ? (
            <Buttons context={context} commands={commands} onClose={close} />
          ) : null
        }
      >
        {context !== null && (
          <LinkDetails
            key={context.link.id}
            context={context}
            commands={commands}
            onViews={() => setViewsOf(shown)}
            onChanged={() => {
              isChanged.current = true;
            }}
          />
        )}
      </Modal>
      <LinkViewsModal link={viewsOf} onClose={() => setViewsOf(null)} />
    </>
  );
}

/** LINKDETAIL-01, LINKDETAIL-02: the title with name and path; the path of the root is empty. */
function Title({ link: { fileName, location } }: { link: SharedLink }) {
  return (
    <span className={styles['modalTitle']}>
      <span className={styles['modalName']}>
        <span>{linkDetailsTexts.title}</span>
        <span className={styles['ofName']}>
          <MiddleTruncated text={fileName} />
        </span>
      </span>
      <span className={styles['subtitle']}>
        <MiddleTruncated text={shownPath(location)} />
      </span>
    </span>
  );
}

interface ButtonsProps extends Pick<LinkDetailsModalProps, 'commands'> {
  context: LinkContext;
  onClose: () => void;
}

/**
 * The buttons of the modal (LINKDETAIL-03). Go to Folder is disabled when the folder does not exist; in the popover it
 * is hidden (LINKS-27).
 */
function Buttons({ context, commands, onClose }: ButtonsProps) {
  return (
    <CommandButtons
      commands={commandsOn(LINK_SURFACES.footer, commands)}
      context={context}
      look={({ label, isDanger = false }) => ({ danger: isDanger, children: label })}
      onRun={(command) => {
        if (command.id === 'go-to-folder') onClose();
        command.perform(context);
      }}
    />
  );
}

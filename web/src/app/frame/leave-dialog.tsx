import { ConfirmDialog } from '../../kit/index.ts';
import { userMenuTexts } from '../texts.ts';

interface LeaveDialogProps {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a sign-out that ends unfinished work (SHELL-14). */
export function LeaveDialog(props: LeaveDialogProps) {
  return <ConfirmDialog title={userMenuTexts.signOut} message={userMenuTexts.signOutMessage} {...props} />;
}

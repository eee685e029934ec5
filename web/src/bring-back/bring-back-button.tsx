import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useVault } from '../shared/index.ts';
import { bringBackButtonTexts } from './texts.ts';
import { useBringBack } from './use-bring-back.ts';

interface BringBackButtonProps {
  /** path of the folder; '' is the whole record */
  path: string;
  size?: 'small' | 'middle';
  /** called before the dialog opens */
  onOpen?: () => void;
}

/** SAFE-05: opens the dialog 'Back to a moment'. People without edit permission have no button. */
export function BringBackButton({ path, size = 'middle', onOpen }: BringBackButtonProps) {
  const { abilities } = useVault();
  const open = useBringBack();
  if (!abilities.edit) return null;
  return (
    <Button
      size={size}
      icon={<HistoryOutlined aria-hidden />}
      onClick={() => {
        onOpen?.();
        open(path);
      }}
    >
      {bringBackButtonTexts.open}
    </Button>
  );
}

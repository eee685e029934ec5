import { InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { FileContext } from '../commands/index.ts';
import { useDetails } from '../details/index.ts';
import { Tip } from '../kit/index.ts';
import { toolbarTexts } from './texts.ts';

/** The info icon, which shows the details of the open folder (FILES-22). */
export function FolderDetailsButton({ folder }: Pick<FileContext, 'folder'>) {
  const details = useDetails();
  return (
    <Tip text={toolbarTexts.details}>
      <Button
        type="text"
        aria-label={toolbarTexts.details}
        icon={<InfoCircleOutlined aria-hidden />}
        disabled={folder === null}
        onClick={() => folder !== null && details.ofFolder(folder)}
      />
    </Tip>
  );
}

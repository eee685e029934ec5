import { InfoCircleOutlined } from '@ant-design/icons';
import { isOneItem, type FileCommand } from '../commands/index.ts';
import { detailsCommandTexts } from './texts.ts';
import type { ShowDetails } from './use-details.ts';

export const detailsCommands: readonly FileCommand<Pick<ShowDetails, 'ofItem'>>[] = [
  {
    id: 'details',
    label: detailsCommandTexts.details,
    icon: InfoCircleOutlined,
    isVisible: isOneItem,
    perform: ({ items: [item] }, show) => item && show.ofItem(item),
  },
];

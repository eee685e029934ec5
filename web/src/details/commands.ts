import { InfoCircleOutlined } from '@ant-design/icons';
import { isOneItem, type Command } from '../commands/index.ts';
import type { ShowDetails } from './use-details.ts';

export const detailsCommands: readonly Command<Pick<ShowDetails, 'ofItem'>>[] = [
  {
    id: 'details',
    label: 'Details',
    icon: InfoCircleOutlined,
    isVisible: isOneItem,
    isDisabled: () => false,
    perform: ({ items: [item] }, show) => item && show.ofItem(item),
  },
];

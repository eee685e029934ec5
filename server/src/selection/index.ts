export {
  liveSelectedItems,
  mustSelectSomething,
  selectedFiles,
  type SelectedItem,
  selectedItems,
  selectedItemsOfCaller,
  type Selection,
  topmost,
} from './selection.ts';

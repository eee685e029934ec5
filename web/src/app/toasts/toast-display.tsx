import { message } from 'antd';
import { useEffect } from 'react';

export type ToastMessages = ReturnType<typeof message.useMessage>[0];

export interface ToastDisplayProps {
  /** called when toasts can be shown; repeated calls pass the same object */
  onReady: (messages: ToastMessages) => void;
}

/** Where toasts appear. */
export function ToastDisplay({ onReady }: ToastDisplayProps) {
  const [messages, holder] = message.useMessage({ maxCount: 4, top: 16 });
  useEffect(() => onReady(messages), [messages, onReady]);
  return holder;
}

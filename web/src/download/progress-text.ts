import { formatBytes } from '@vault/contract';
import { waitingText } from '../availability/index.ts';
import { transferTexts } from '../kit/transfer-texts.ts';
import { timeLeft } from '../kit/transfer-rate.ts';
import type { RunningDownload } from './download-manager.ts';
import { runningDownloadTexts } from './texts.ts';

/** @returns what is known about a running download: bytes, rate and time left, or why it waits */
export function progressText({ totalBytes, doneBytes, rate, waitsFor }: RunningDownload): string {
  const { bytesPerSecond, secondsLeft } = rate;
  if (waitsFor !== null) return waitingText(waitsFor);
  if (totalBytes === null) return runningDownloadTexts.preparing;
  const parts = [runningDownloadTexts.progress(formatBytes(doneBytes), formatBytes(totalBytes))];
  if (bytesPerSecond !== null) parts.push(transferTexts.rate(formatBytes(bytesPerSecond)));
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
  return parts.join(' · ');
}

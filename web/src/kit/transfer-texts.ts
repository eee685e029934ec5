/** Progress of uploads and downloads. */
export const transferTexts = {
  /** `size`: bytes per second, with their unit */
  rate: (size: string) => `${size}/s`,
  secondsLeft: (seconds: number) => `${seconds} s left`,
  minutesLeft: (minutes: number) => `${minutes} min left`,
  hoursLeft: (hours: number, minutes: number) => `${hours} h ${minutes} min left`,
} as const;

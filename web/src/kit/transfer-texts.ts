/** The texts about the progress of uploads and downloads. */
export const transferTexts = {
  /** `size` is the number of bytes per second with its unit, such as '2 MB' */
  rate: (size: string) => `${size}/s`,
  secondsLeft: (seconds: number) => `${seconds} s left`,
  minutesLeft: (minutes: number) => `${minutes} min left`,
  hoursLeft: (hours: number, minutes: number) => `${hours} h ${minutes} min left`,
} as const;

/** The bytes are not a picture that can be drawn within the limits. The message is the reason, for the log. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

/** The longest side of a picture in the PDF, in pixels: enough to read and print a page of A4 at 210 dpi. */
export const MAX_SIDE = 2500;
const QUALITY = 0.85;

export interface DrawnPhoto {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

/**
 * Draws a photo upright (applying its EXIF orientation), without metadata, and at most {@link MAX_SIDE} large.
 * @returns null when the browser cannot read it
 */
export async function drawPhoto(file: File): Promise<DrawnPhoto | null> {
  const url = URL.createObjectURL(file);
  const canvas = document.createElement('canvas');
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, MAX_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) return null;
    context.imageSmoothingQuality = 'high';
    // A white background, because transparent pixels of a PNG would become black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => {
      canvas.toBlob(done, 'image/jpeg', QUALITY);
    });
    if (blob === null) return null;
    const jpeg = new Uint8Array(await blob.arrayBuffer());
    return { jpeg, width: canvas.width, height: canvas.height };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
    // Frees the memory of the canvas, because phones limit the memory of all canvases together.
    canvas.width = 0;
    canvas.height = 0;
  }
}

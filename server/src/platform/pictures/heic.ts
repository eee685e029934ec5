import libheif from 'libheif-js/wasm-bundle.js';
import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from './errors.ts';
import { checkPixels } from './limits.ts';

const CHANNELS = 3;

/**
 * The main picture of a HEIC file, upright: libheif applies the rotation of the file.
 * @param draw receives a picture whose pixels are in the decoder's memory until its promise settles: a copy of 48
 *   megapixels would exceed the memory of the process
 */
export async function withHeic<T>(bytes: Uint8Array, draw: (picture: Sharp) => Promise<T>): Promise<T> {
  const context = libheif.heif_context_alloc();
  try {
    const { code, message } = libheif.heif_context_read_from_memory(context, bytes);
    if (code !== libheif.heif_error_code.heif_error_Ok) throw new UnreadablePicture(message);
    const handle = libheif.heif_js_context_get_primary_image_handle(context);
    if (isFailure(handle)) throw new UnreadablePicture(handle.message);
    return await withHandle(handle, draw);
  } finally {
    libheif.heif_context_free(context);
  }
}

async function withHandle<T>(handle: libheif.ImageHandle, draw: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    const width = libheif.heif_image_handle_get_width(handle);
    const height = libheif.heif_image_handle_get_height(handle);
    checkPixels({ width, height });
    const image = await libheif.heif_js_decode_image2(
      handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      libheif.heif_chroma.heif_chroma_interleaved_RGB,
    );
    if (isFailure(image)) throw new UnreadablePicture(image.message);
    return await drawImage(image, draw);
  } finally {
    libheif.heif_image_handle_release(handle);
  }
}

async function drawImage<T>(image: libheif.DecodedImage, draw: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    return await draw(rawPicture(image));
  } finally {
    libheif.heif_image_release(image.image);
  }
}

function rawPicture({ channels: [plane] }: libheif.DecodedImage): Sharp {
  if (plane === undefined) throw new UnreadablePicture('a picture without pixels');
  const { width, height, stride, data } = plane;
  const rowBytes = width * CHANNELS;
  const pixels = stride === rowBytes ? data : packRows(data, { rowBytes, stride, height });
  return sharp(pixels, { raw: { width, height, channels: CHANNELS } });
}

/** Copies the rows without their padding. Rows of common widths have none. */
function packRows(
  data: Uint8Array,
  { rowBytes, stride, height }: { rowBytes: number; stride: number; height: number },
): Uint8Array {
  const packed = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    packed.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  }
  return packed;
}

function isFailure<T extends object>(
  result: T | libheif.Failure | null | undefined,
): result is libheif.Failure {
  return result === null || result === undefined || 'code' in result;
}

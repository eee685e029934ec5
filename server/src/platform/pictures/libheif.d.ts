/** The part of libheif-js that is used; its own types omit the functions for JavaScript. */
declare module 'libheif-js/wasm-bundle.js' {
  namespace libheif {
    type Context = number & { readonly context: unique symbol };
    interface ImageHandle {
      readonly handle: unique symbol;
    }
    interface Image {
      readonly image: unique symbol;
    }
    interface Failure {
      code: unknown;
      message: string;
    }
    interface Plane {
      width: number;
      height: number;
      /** bytes from one row to the next */
      stride: number;
      /** a view of the decoder's memory */
      data: Uint8Array;
    }
    interface DecodedImage {
      image: Image;
      channels: Plane[];
    }
  }
  const libheif: {
    heif_error_code: { heif_error_Ok: unknown };
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGB: unknown };
    heif_context_alloc(): libheif.Context;
    heif_context_free(context: libheif.Context): void;
    heif_context_read_from_memory(context: libheif.Context, bytes: Uint8Array): libheif.Failure;
    heif_js_context_get_primary_image_handle(context: libheif.Context): libheif.ImageHandle | libheif.Failure;
    heif_image_handle_get_width(handle: libheif.ImageHandle): number;
    heif_image_handle_get_height(handle: libheif.ImageHandle): number;
    heif_image_handle_release(handle: libheif.ImageHandle): void;
    heif_js_decode_image2(
      handle: libheif.ImageHandle,
      colorspace: unknown,
      chroma: unknown,
    ): Promise<libheif.DecodedImage | libheif.Failure> | libheif.DecodedImage | libheif.Failure;
    heif_image_release(image: libheif.Image): void;
  };
  export default libheif;
}

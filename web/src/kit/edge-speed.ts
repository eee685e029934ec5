/** Distance from an edge within which a box scrolls, in CSS pixels. */
const EDGE = 40;
/** The speed when the drag is exactly at the edge, in CSS pixels per frame. */
const FASTEST = 14;

/**
 * Returns how fast a box scrolls during a drag near its edge. It scrolls faster when the drag is nearer to the edge.
 * @param y of the pointer, and `top` and `bottom` of the box, in CSS pixels of the window
 * @returns CSS pixels per frame, negative upwards; 0 away from the edges and outside of the box
 */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  if (y < top || y > bottom) return 0;
  const speed = (distance: number) => Math.ceil((1 - distance / EDGE) * FASTEST);
  if (y - top < EDGE) return -speed(y - top);
  if (bottom - y < EDGE) return speed(bottom - y);
  return 0;
}

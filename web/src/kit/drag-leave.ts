interface LeaveEvent {
  currentTarget: EventTarget & Node;
  relatedTarget: EventTarget | null;
}

/**
 * Returns whether a drag leaves the element of the handler; a drag that moves onto a child element does not leave it.
 */
export const leavesElement = ({ currentTarget, relatedTarget }: LeaveEvent): boolean =>
  !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));

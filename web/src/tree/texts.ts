/** FILES-02: the name of the root folder. */
export const ROOT_NAME = 'Files';

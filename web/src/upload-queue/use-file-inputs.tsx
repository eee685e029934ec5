import { useRef, type ChangeEvent } from 'react';

interface FileInputLabels {
  files: string;
  folder: string;
  photo: string;
}

/**
 * Returns the hidden inputs of a drop zone, and functions that open their file dialogs.
 * @param onChoose called with the files of a choice; empty when the browser passes none
 */
export function useFileInputs(labels: FileInputLabels, onChoose: (files: File[]) => void) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])]);
    // Empties the input, so that the same files can be chosen again.
    currentTarget.value = '';
  };
  const inputs = (
    <>
      <input ref={files} type="file" multiple hidden aria-label={labels.files} onChange={choose} />
      <input ref={asFolderInput(folder)} type="file" hidden aria-label={labels.folder} onChange={choose} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={labels.photo}
        onChange={choose}
      />
    </>
  );
  return {
    inputs,
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    takePhoto: () => camera.current?.click(),
  };
}

/** Sets the attribute for folders by a ref, because React has no prop for it. */
const asFolderInput = (ref: { current: HTMLInputElement | null }) => (input: HTMLInputElement | null) => {
  ref.current = input;
  if (input) input.webkitdirectory = true;
};

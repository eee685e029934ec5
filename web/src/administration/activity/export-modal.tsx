import { Radio } from 'antd';
import { useId, useState, type SubmitEvent } from 'react';
import { useSingleMutation } from '../../api/index.ts';
import { saveFrom } from '../../download/index.ts';
import { FormModal, useToast } from '../../shared/index.ts';
import type { ShownFilter } from './activity-filter.ts';
import { askForCsv, askForProof } from './queries.ts';
import { activityExportTexts } from './texts.ts';
import styles from './activity.module.css';

interface ExportModalProps {
  filter: ShownFilter;
  open: boolean;
  onClose: () => void;
}

type Form = 'csv' | 'jsonl';

const WIDTH = 560;

/** AUDIT-05: exports the entries of the filter as CSV, or whole chains with their seals as JSON Lines. */
export function ExportModal({ filter, open, onClose }: ExportModalProps) {
  const [form, setForm] = useState<Form>('csv');
  const toast = useToast();
  const ask = useSingleMutation({
    mutationFn: () => (form === 'csv' ? askForCsv(filter) : askForProof(filter)),
    onSuccess: (url) => {
      saveFrom(url, form === 'csv' ? activityExportTexts.csvFile : activityExportTexts.jsonlFile);
      onClose();
    },
    onError: toast.error,
  });
  return (
    <FormModal
      title={activityExportTexts.title}
      open={open}
      okText={activityExportTexts.ok}
      isBusy={ask.isPending}
      width={WIDTH}
      onClose={onClose}
    >
      {(formId) => (
        <form
          id={formId}
          className={styles['export']}
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            ask.mutate();
          }}
        >
          <FormChoice value={form} onChange={setForm} />
          {form === 'jsonl' && <Proof filter={filter} />}
        </form>
      )}
    </FormModal>
  );
}

function FormChoice({ value, onChange }: { value: Form; onChange: (form: Form) => void }) {
  const labelId = useId();
  return (
    <div>
      <p id={labelId} className={styles['label']}>
        {activityExportTexts.form}
      </p>
      <Radio.Group
        aria-labelledby={labelId}
        className={styles['forms']}
        value={value}
        onChange={(event) => onChange(event.target.value as Form)}
        options={[
          { value: 'csv', label: activityExportTexts.csv },
          { value: 'jsonl', label: activityExportTexts.jsonl },
        ]}
      />
    </div>
  );
}

/** What the file proves, and how a third party checks it. */
function Proof({ filter: { record, days } }: { filter: ShownFilter }) {
  return (
    <div className={styles['proof']}>
      <p>{activityExportTexts.scope(record !== null, days !== null)}</p>
      <p>{activityExportTexts.proof}</p>
      <pre>{activityExportTexts.command}</pre>
      <p>{activityExportTexts.how}</p>
    </div>
  );
}

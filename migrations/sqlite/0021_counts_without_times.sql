-- Counts of captchas without the sums of their times: the median comes from captcha_times.

ALTER TABLE captcha_counts DROP COLUMN ms_sum;
